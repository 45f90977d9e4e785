//! What the papers claim, measured.
