// Tables as text for a terminal, or as Markdown.
#pragma once

#include <string>
#include <vector>

#include "common/compare/table.h"

namespace course::compare {

std::string render_text(const std::vector<Table>& tables);

std::string render_markdown(const std::vector<Table>& tables);

/// Line breaks and control characters of a foreign file become spaces.
std::string printable(const std::string& text);

/// Text that Markdown shows as it is.
std::string escape_markdown(const std::string& text);

}  // namespace course::compare
