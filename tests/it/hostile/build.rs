//! Does a built folder of hostile pages hold every page, and nothing of what is around it?
