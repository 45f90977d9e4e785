//! Tells the report which compiler built it, and builds the interface to Debian's peers.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("-V").output();
    let version = version.map(|v| String::from_utf8_lossy(&v.stdout).trim().to_string());
    println!("cargo:rustc-env=BUILT_BY={}", version.unwrap_or_default());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=debian/peers.cpp");
    println!("cargo:rerun-if-changed=coal/peer.cpp");
    println!("cargo:rerun-if-env-changed=COAL_PREFIX");
    #[cfg(feature = "debian")]
    debian();
    #[cfg(feature = "coal")]
    coal();
}

/// Coal from its wheels.
#[cfg(feature = "coal")]
fn coal() {
    let prefix = std::env::var("COAL_PREFIX").expect("COAL_PREFIX names the unpacked wheels");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .warnings(false)
        .define("NDEBUG", None)
        .include(format!("{prefix}/include"))
        .include("/usr/include/eigen3")
        .file("coal/peer.cpp")
        .compile("coal_peer");
    // By its path: Debian's octomap, which FCL brings, has a library of the same name as Coal's.
    println!("cargo:rustc-link-arg={prefix}/lib/libcoal.so");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib");
}

#[cfg(feature = "debian")]
fn debian() {
    // As optimised as the rest, for the same processors.
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .warnings(false)
        .include("/usr/include/eigen3")
        .include("/usr/include/bullet")
        .file("debian/peers.cpp")
        .compile("peers");
    for library in ["fcl", "octomap", "octomath", "BulletCollision", "LinearMath", "ccd"] {
        println!("cargo:rustc-link-lib={library}");
    }
    // By its path: Box2D 3, which a crate brings, has a library of the same name.
    let found = Command::new("c++").arg("-print-file-name=libbox2d.so").output();
    let path = found.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_string());
    println!("cargo:rustc-link-arg={}", path.unwrap_or_default());
}
