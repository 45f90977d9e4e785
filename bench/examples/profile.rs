use osculate::shape::*; use osculate::*;
#[inline(never)]
pub fn boolean2(a:&ConvexPolygon<Vec2>,b:&ConvexPolygon<Vec2>,p:Pose<Vec2>,q:Pose<Vec2>)->bool{ intersects(a.at(p),b.at(q)) }
#[inline(never)]
pub fn distance3(a:&PointCloud<Vec3A>,b:&PointCloud<Vec3A>,p:Pose<Vec3A>,q:Pose<Vec3A>)->f32{ distance(a.at(p),b.at(q)).value }
fn main(){
  let which=std::env::args().nth(1).unwrap(); let n:usize=std::env::args().nth(2).unwrap().parse().unwrap(); let gap:f32=std::env::args().nth(3).unwrap().parse().unwrap();
  let reps:usize=std::env::args().nth(4).unwrap().parse().unwrap();
  let mut s=1u64; let mut r=||{s=s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);((s>>33) as f32)/(1u64<<31) as f32};
  let mut acc=0.0f32;
  if which=="2"{
    let polys:Vec<_>=(0..64).map(|_|{let v:Vec<Vec2>=(0..n).map(|i|{let t=(i as f32+0.8*r())/n as f32*6.2831853;Vec2::new(t.cos(),t.sin())}).collect();ConvexPolygon::new(&v).unwrap()}).collect();
    let pairs:Vec<_>=(0..1000).map(|_|{let (i,j)=((r()*64.) as usize,(r()*64.) as usize);let p=Pose::new(Vec2::ZERO,Rotation::from_angle(r()*6.).unwrap()).unwrap();let t=r()*6.28;let q=Pose::new(Vec2::new(t.cos(),t.sin())*gap*(1.0+r()),Rotation::from_angle(r()*6.).unwrap()).unwrap();(i,j,p,q)}).collect();
    let st=std::time::Instant::now();
    for _ in 0..reps{for (i,j,p,q) in &pairs{acc+=boolean2(&polys[*i],&polys[*j],*p,*q) as u8 as f32;}}
    println!("{} ns {}",st.elapsed().as_nanos() as f64/(reps*1000) as f64,acc);
  } else {
    let polys:Vec<_>=(0..64).map(|_|{let v:Vec<Vec3A>=(0..n).map(|_|Vec3A::new(r()-0.5,r()-0.5,r()-0.5).normalize()).collect();PointCloud::new(&v).unwrap()}).collect();
    let pairs:Vec<_>=(0..1000).map(|_|{let (i,j)=((r()*64.) as usize,(r()*64.) as usize);let rot=|a:f32,b:f32,c:f32,d:f32|Rotation::from_quaternion({let v=glam::Vec4::new(a-0.5,b-0.5,c-0.5,d-0.5).normalize();[v.x,v.y,v.z,v.w]}).unwrap();let p=Pose::new(Vec3A::ZERO,rot(r(),r(),r(),r())).unwrap();let q=Pose::new(Vec3A::new(r()-0.5,r()-0.5,r()-0.5).normalize()*gap*(1.0+r()),rot(r(),r(),r(),r())).unwrap();(i,j,p,q)}).collect();
    let st=std::time::Instant::now();
    for _ in 0..reps{for (i,j,p,q) in &pairs{acc+=distance3(&polys[*i],&polys[*j],*p,*q);}}
    println!("{} ns {}",st.elapsed().as_nanos() as f64/(reps*1000) as f64,acc);
  }
}
