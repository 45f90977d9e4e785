//! A file of this format with any bytes.
#![no_main]

#[path = "../files.rs"]
mod files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| files::check("urdf", bytes));
