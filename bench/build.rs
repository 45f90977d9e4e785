//! Tells the report which compiler built it.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("-V").output();
    let version = version.map(|v| String::from_utf8_lossy(&v.stdout).trim().to_string());
    println!("cargo:rustc-env=BUILT_BY={}", version.unwrap_or_default());
    println!("cargo:rerun-if-changed=build.rs");
}
