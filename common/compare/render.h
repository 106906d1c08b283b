// Tables as text for a terminal, or as Markdown.
#pragma once

#include <string>
#include <vector>

namespace course::compare {

// A finished table: what was run, the titles of its columns, and the cells as text.
struct Table {
  struct Title {
    std::string title;
    bool number;  // numbers align right
  };
  std::string heading;
  std::vector<Title> columns;
  std::vector<std::vector<std::string>> cells;
};

std::string render_text(const std::vector<Table>& tables);

std::string render_markdown(const std::vector<Table>& tables);

// Line breaks and control characters of a foreign file become spaces.
std::string printable(const std::string& text);

// Text that Markdown shows as it is.
std::string escape_markdown(const std::string& text);

}  // namespace course::compare
