/// @file
/// Access to the derivation of payloads, which is not installed.
#pragma once

// IWYU pragma: begin_exports
#include "collectives/input/derived_payloads.hpp"
// IWYU pragma: end_exports
