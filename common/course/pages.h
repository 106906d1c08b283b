// Reads the course's pages.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace course {

// A folded part of a page.
struct Folded {
  std::string title;  // "First hint"
  std::string text;
};

// The folded parts of a text, in its order.
std::vector<Folded> folded_parts(const std::string& text);

// "04" for "4", too; what is no number stays as it is.
std::string chapter_number(const std::string& text);

// The chapter's folder, "04_privatization", for "04" or "4"; throws UsageError.
std::string chapter_folder(const std::filesystem::path& course, const std::string& number);

// A question of a chapter's page, "04.1", from its label up to the next one or a folded part.
// Throws UsageError if the page has none of this name.
std::string question_text(const std::string& page, const std::string& id);

}  // namespace course
