// Peers from Debian's packages, behind one C interface: FCL 0.7, Bullet 3.24, libccd 2.1, Box2D 2.4.
//
// apt-get install g++ libfcl-dev libbullet-dev libccd-dev libbox2d-dev
//
// Each is asked with its defaults, and with margins of zero. Shapes are built once; poses and whatever a peer derives from them are on the clock.

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <box2d/b2_distance.h>
#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <fcl/fcl.h>

enum Query { Intersects, Distance, Closest, Penetration };

static const double NONE = std::numeric_limits<double>::quiet_NaN();

// A pose: x, y, z, w of the quaternion, then the translation.
typedef float Pose[7];

struct Hull {
    std::vector<ccd_vec3_t> points;
    std::shared_ptr<fcl::Convexd> fcl;
    std::unique_ptr<btConvexHullShape> bullet;
};

struct Placed {
    const Hull *hull;
    ccd_vec3_t at;
    ccd_quat_t turn, back;
};

static void ccd_support(const void *object, const ccd_vec3_t *way, ccd_vec3_t *out) {
    const Placed *placed = static_cast<const Placed *>(object);
    ccd_vec3_t own = *way;
    ccdQuatRotVec(&own, &placed->back);
    const ccd_vec3_t *best = &placed->hull->points[0];
    ccd_real_t most = ccdVec3Dot(best, &own);
    for (const ccd_vec3_t &p : placed->hull->points) {
        ccd_real_t reach = ccdVec3Dot(&p, &own);
        if (reach > most) {
            most = reach;
            best = &p;
        }
    }
    *out = *best;
    ccdQuatRotVec(out, &placed->turn);
    ccdVec3Add(out, &placed->at);
}

static void ccd_center(const void *object, ccd_vec3_t *out) {
    *out = static_cast<const Placed *>(object)->at;
}

static Placed placed(const Hull *hull, const Pose &pose) {
    Placed placed;
    placed.hull = hull;
    ccdVec3Set(&placed.at, pose[4], pose[5], pose[6]);
    ccdQuatSet(&placed.turn, pose[0], pose[1], pose[2], pose[3]);
    ccdQuatNormalize(&placed.turn);
    ccdQuatInvert2(&placed.back, &placed.turn);
    return placed;
}

static ccd_t ccd_settings() {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = ccd_support;
    ccd.center1 = ccd.center2 = ccd_center;
    ccd.max_iterations = 500;
    return ccd;
}

static double ask_ccd(int query, const Placed &a, const Placed &b) {
    ccd_t ccd = ccd_settings();
    ccd_real_t depth;
    ccd_vec3_t direction, position;
    switch (query) {
    case Intersects:
        return ccdGJKIntersect(&a, &b, &ccd);
    case Penetration:
        return ccdGJKPenetration(&a, &b, &ccd, &depth, &direction, &position) == 0 ? depth : 0.0;
    default:
        return NONE;
    }
}

static double ask_mpr(int query, const Placed &a, const Placed &b) {
    ccd_t ccd = ccd_settings();
    ccd_real_t depth;
    ccd_vec3_t direction, position;
    switch (query) {
    case Intersects:
        return ccdMPRIntersect(&a, &b, &ccd);
    case Penetration:
        return ccdMPRPenetration(&a, &b, &ccd, &depth, &direction, &position) == 0 ? depth : 0.0;
    default:
        return NONE;
    }
}

static btTransform bullet_pose(const Pose &pose) {
    btQuaternion turn(pose[0], pose[1], pose[2], pose[3]);
    return btTransform(turn.normalized(), btVector3(pose[4], pose[5], pose[6]));
}

static double ask_bullet(int query, const Hull &a, const Hull &b, const Pose &p, const Pose &q) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(a.bullet.get(), b.bullet.get(), &simplex,
                               query == Penetration ? &depth : nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = bullet_pose(p);
    input.m_transformB = bullet_pose(q);
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    // Without the depth solver it reports no points of overlapping shapes.
    switch (query) {
    case Intersects:
        return !found.m_hasResult || found.m_distance <= 0;
    case Penetration:
        return found.m_hasResult && found.m_distance < 0 ? -found.m_distance : 0.0;
    default:
        return found.m_hasResult ? (found.m_distance > 0 ? found.m_distance : 0.0) : 0.0;
    }
}

static fcl::Transform3d fcl_pose(const Pose &pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() =
        Eigen::Quaterniond(pose[3], pose[0], pose[1], pose[2]).normalized().toRotationMatrix();
    transform.translation() = Eigen::Vector3d(pose[4], pose[5], pose[6]);
    return transform;
}

static double ask_fcl(int query, const Hull &a, const Hull &b, const Pose &p, const Pose &q) {
    fcl::Transform3d x = fcl_pose(p), y = fcl_pose(q);
    if (query == Intersects || query == Penetration) {
        fcl::CollisionRequestd request;
        request.enable_contact = query == Penetration;
        request.num_max_contacts = 1;
        fcl::CollisionResultd result;
        fcl::collide(a.fcl.get(), x, b.fcl.get(), y, request, result);
        if (query == Intersects) {
            return result.isCollision();
        }
        return result.numContacts() > 0 ? result.getContact(0).penetration_depth : 0.0;
    }
    fcl::DistanceRequestd request;
    request.enable_nearest_points = query == Closest;
    fcl::DistanceResultd result;
    double distance = fcl::distance(a.fcl.get(), x, b.fcl.get(), y, request, result);
    return distance > 0 ? distance : 0.0;
}

extern "C" {

// Faces are lists of a count and so many corners, one after the other.
void *peers_hull(const float *points, int count, const int *faces, int length, int number) {
    Hull *hull = new Hull;
    std::vector<btScalar> list;
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (int i = 0; i < count; i++) {
        const float *p = points + 3 * i;
        hull->points.push_back({{p[0], p[1], p[2]}});
        vertices->push_back(fcl::Vector3d(p[0], p[1], p[2]));
        list.insert(list.end(), {p[0], p[1], p[2]});
    }
    auto corners = std::make_shared<std::vector<int>>(faces, faces + length);
    hull->fcl = std::make_shared<fcl::Convexd>(vertices, number, corners);
    hull->bullet.reset(new btConvexHullShape(list.data(), count, 3 * sizeof(btScalar)));
    hull->bullet->setMargin(0);
    return hull;
}

void peers_free_hull(void *hull) { delete static_cast<Hull *>(hull); }

// A mesh, with a tree of the boxes OBBRSS.
void *peers_mesh(const float *points, int count, const unsigned *triangles, int number) {
    auto *mesh = new fcl::BVHModel<fcl::OBBRSSd>;
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> facets;
    for (int i = 0; i < count; i++) {
        const float *p = points + 3 * i;
        vertices.push_back(fcl::Vector3d(p[0], p[1], p[2]));
    }
    for (int i = 0; i < number; i++) {
        const unsigned *t = triangles + 3 * i;
        facets.push_back(fcl::Triangle(t[0], t[1], t[2]));
    }
    mesh->beginModel();
    mesh->addSubModel(vertices, facets);
    mesh->endModel();
    return static_cast<fcl::CollisionGeometryd *>(mesh);
}

void *peers_box(float x, float y, float z) {
    return static_cast<fcl::CollisionGeometryd *>(new fcl::Boxd(2 * x, 2 * y, 2 * z));
}

void *peers_ball(float radius) {
    return static_cast<fcl::CollisionGeometryd *>(new fcl::Sphered(radius));
}

void peers_free_thing(void *thing) { delete static_cast<fcl::CollisionGeometryd *>(thing); }

double peers_ask_things(bool yes_or_no, const void *a, const void *b, const float *p,
                        const float *q) {
    const auto *one = static_cast<const fcl::CollisionGeometryd *>(a);
    const auto *other = static_cast<const fcl::CollisionGeometryd *>(b);
    const Pose &x = *reinterpret_cast<const Pose *>(p), &y = *reinterpret_cast<const Pose *>(q);
    try {
        if (yes_or_no) {
            fcl::CollisionRequestd request;
            fcl::CollisionResultd result;
            return fcl::collide(one, fcl_pose(x), other, fcl_pose(y), request, result) > 0;
        }
        fcl::DistanceRequestd request;
        fcl::DistanceResultd result;
        double distance = fcl::distance(one, fcl_pose(x), other, fcl_pose(y), request, result);
        return distance > 0 ? distance : 0.0;
    } catch (...) {
        return NONE;
    }
}

double peers_ask(int peer, int query, const void *a, const void *b, const float *p, const float *q) {
    const Hull *first = static_cast<const Hull *>(a), *second = static_cast<const Hull *>(b);
    const Pose &x = *reinterpret_cast<const Pose *>(p), &y = *reinterpret_cast<const Pose *>(q);
    try {
        switch (peer) {
        case 0:
            return ask_fcl(query, *first, *second, x, y);
        case 1:
            return ask_bullet(query, *first, *second, x, y);
        case 2:
            return ask_ccd(query, placed(first, x), placed(second, y));
        default:
            return ask_mpr(query, placed(first, x), placed(second, y));
        }
    } catch (...) {
        return NONE;
    }
}

// Box2D 2.4: its distance proxy takes any number of vertices. A pose is the cosine and sine of the angle, then the translation.
double peers_box2d(int query, const float *a, int m, const float *b, int n, const float *p, const float *q) {
    b2DistanceInput input;
    input.proxyA.Set(reinterpret_cast<const b2Vec2 *>(a), m, 0.0f);
    input.proxyB.Set(reinterpret_cast<const b2Vec2 *>(b), n, 0.0f);
    input.transformA.q.c = p[0];
    input.transformA.q.s = p[1];
    input.transformA.p.Set(p[2], p[3]);
    input.transformB.q.c = q[0];
    input.transformB.q.s = q[1];
    input.transformB.p.Set(q[2], q[3]);
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    // As its overlap test has it.
    return query == Intersects ? output.distance < 10.0f * b2_epsilon : output.distance;
}
}
