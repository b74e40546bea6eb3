#pragma once

#include "tutti/algorithm/entries.hpp"
