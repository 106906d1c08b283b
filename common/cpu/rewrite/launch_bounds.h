// __launch_bounds__(threads, ...): the kernel begins with a check of the block that it was launched
// with.
#pragma once
#include <vector>

#include "edits.h"
#include "functions.h"
#include "source_text.h"

void rewrite_launch_bounds(const SourceText& source, const std::vector<Function>& functions,
                           Edits& edits);
