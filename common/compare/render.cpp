#include "common/compare/render.h"

#include <algorithm>

namespace course::compare {
namespace {

// Characters, not bytes: × and ÷ take two bytes of UTF-8 and one place on the screen.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string pad(const std::string& text, std::size_t to, bool right) {
  const std::string space(to - width(text), ' ');
  return right ? space + text : text + space;
}

void append_line(std::string& out, const Table& table, const std::vector<std::string>& cells,
                 const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += (i ? "  " : "") + pad(printable(cells[i]), widths[i], table.columns[i].number);
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

}  // namespace

std::string printable(const std::string& text) {
  std::string result = text;
  std::replace_if(
      result.begin(), result.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return result;
}

std::string escape_markdown(const std::string& text) {
  std::string result;
  for (char c : printable(text)) {
    if (std::string("\\|<>*`[]").find(c) != std::string::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string render_text(const std::vector<Table>& tables) {
  std::string out;
  for (const Table& table : tables) {
    if (!out.empty()) out += "\n";
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      titles.push_back(table.columns[i].title);
      widths.push_back(width(titles.back()));
      for (const auto& row : table.cells)
        widths.back() = std::max(widths.back(), width(printable(row[i])));
    }
    if (!table.heading.empty()) out += printable(table.heading) + "\n\n";
    append_line(out, table, titles, widths);
    for (const auto& row : table.cells) append_line(out, table, row, widths);
  }
  return out;
}

std::string render_markdown(const std::vector<Table>& tables) {
  std::string out;
  for (const Table& table : tables) {
    if (!out.empty()) out += "\n";
    if (!table.heading.empty()) out += escape_markdown(table.heading) + "\n\n";
    out += "|";
    for (const Table::Title& column : table.columns) out += " " + column.title + " |";
    out += "\n|";
    for (const Table::Title& column : table.columns) out += column.number ? " ---: |" : " --- |";
    out += "\n";
    for (const auto& row : table.cells) {
      out += "|";
      for (const std::string& cell : row) out += " " + escape_markdown(cell) + " |";
      out += "\n";
    }
  }
  return out;
}

}  // namespace course::compare
