//! Names, groups and limits of a scene.

use osculate::Body;
use osculate::scene::{Filter, Scene};
use osculate::shape::Ball;
use osculate::{DVec3, Motion, Pose, Problem, Ray, Sweep};

fn ball() -> Body<DVec3> {
    Body::new(Ball::new(1.0).unwrap())
}

fn at(x: f64) -> Pose<DVec3> {
    Pose::from_translation(DVec3::X * x).unwrap()
}

#[test]
fn a_name_is_never_that_of_another_body() {
    let mut scene = Scene::new();
    let first = scene.add(ball(), at(0.0));
    let second = scene.add(ball(), at(10.0));
    assert!(scene.remove(first).is_some());
    let third = scene.add(ball(), at(20.0));
    assert_eq!(third.slot(), first.slot());
    assert_ne!(third, first);
    let refused = scene.set_pose(first, at(1.0)).unwrap_err();
    assert_eq!((refused.index, refused.problem), (Some(first.slot()), Problem::NotThere));
    assert_eq!(refused.to_string(), "Scene: body[0] is not in the scene (generation 0)");
    assert_eq!(scene.pose(third), Some(at(20.0)));
    // Of several poses none is set if one name is unknown.
    let poses = [(second, at(11.0)), (first, at(1.0))];
    assert_eq!(scene.set_poses(&poses), Err(refused));
    assert_eq!(scene.pose(second), Some(at(10.0)));
    // Who is not there is not proved to meet nobody.
    let rests = |_| None::<Motion<DVec3>>;
    let met = scene.impact_of(second, first, &Sweep::default(), rests);
    assert_eq!(met.err(), Some(refused));
    let names: Vec<_> = scene.members().map(|(id, ..)| id).collect();
    assert_eq!(names, [third, second]);
}

#[test]
fn a_place_is_less_than_the_most_bodies_at_once() {
    let (mut random, mut scene) = (super::support::Random(5815), Scene::new());
    let (mut there, mut most, mut places) = (Vec::new(), 0, 0);
    for _ in 0..3000 {
        if random.below(2) == 0 {
            there.push(scene.add(ball(), at(random.signed())));
        } else if !there.is_empty() {
            let gone = there.swap_remove(random.below(there.len()));
            assert!(scene.remove(gone).is_some());
        }
        most = most.max(scene.len());
        let place = there.iter().map(|id| id.slot()).max().unwrap_or(0);
        assert!(there.is_empty() || place < most, "{place} of {most}");
        places = places.max(place);
    }
    assert!(places > 10, "{places}");
}

#[test]
fn names_since_a_snapshot_are_void_once_it_is_restored() {
    let mut scene = Scene::new();
    let kept = scene.add(ball(), at(0.0));
    let before = scene.snapshot();
    let lost = scene.add(ball(), at(10.0));
    scene.restore(&before);
    assert_eq!((scene.pose(kept), scene.pose(lost)), (Some(at(0.0)), None));
    // The same calls give the same names, so the name is that of whatever is added next.
    let next = scene.add(ball(), at(20.0));
    assert_eq!((next, scene.pose(lost)), (lost, Some(at(20.0))));
}

#[test]
fn a_body_that_takes_the_place_of_one_that_touched_begins_anew() {
    use osculate::scene::Event::{Began, Ended};
    let mut scene = Scene::new();
    let a = scene.add(ball(), at(0.0));
    let b = scene.add(ball(), at(1.0));
    scene.step();
    assert_eq!(scene.events(), [Began { a, b }]);
    scene.remove(b);
    let c = scene.add(ball(), at(1.0));
    scene.step();
    assert_eq!(scene.events(), [Ended { a, b }, Began { a, b: c }]);
    scene.step();
    assert!(scene.events().is_empty());
}

#[test]
fn a_scene_goes_to_other_threads() {
    fn goes<T: Send + Sync>() {}
    goes::<Scene<DVec3>>();
}

#[test]
fn an_empty_scene_answers() {
    let mut scene = Scene::<DVec3>::default();
    scene.step();
    assert!(scene.is_empty() && scene.touching().is_empty() && scene.contacts().is_empty());
    let ray = Ray::new(DVec3::ZERO, DVec3::X).unwrap();
    assert!(scene.ray_first(&ray, &Filter::ALL).is_none());
    let ball = Ball::new(1.0).unwrap();
    assert!(scene.nearest(ball, &Filter::ALL).is_none());
    assert!(scene.any_touching(ball, &Filter::ALL).is_none());
    assert!(scene.clearance(&Filter::ALL).is_none());
    assert!(scene.pairs_within(f64::NAN, &Filter::ALL).is_empty());
}

#[test]
fn a_margin_that_is_no_size_is_refused() {
    for margin in [-1.0, f64::NAN, f64::INFINITY] {
        let error = Scene::<DVec3>::with_margin(margin).unwrap_err();
        assert_eq!((error.shape, error.parameter), ("Scene", "margin"));
    }
}

#[test]
fn cast_and_sweep_refuse_what_is_out_of_range() {
    let scene = Scene::<DVec3>::new();
    let (sweep, ball) = (osculate::Sweep::default(), Ball::new(1.0).unwrap());
    let error = scene.cast_first(ball, DVec3::NAN, &sweep, &Filter::ALL).unwrap_err();
    assert_eq!((error.shape, error.parameter), ("cast", "velocity"));
}
