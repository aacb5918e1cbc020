//! Does the OpenAPI document say what the surface does?
