// Turns the few things in a .cu file that a C++ compiler cannot read into C++: launches, see
// launches.h, and shared memory, see shared_memory.h. Everything else is left as it is, line by
// line, and #line keeps messages on the learner's file. The headers that the file includes in
// quotes are treated alike, see source_tree.h.
//
// Usage: cpu_rewrite INPUT OUTPUT [-I FOLDER]... [--root FOLDER]... [--dependencies FILE]
// Exit status 1 and a message with the line if it fails.
#include <iostream>
#include <string>

#include "source_tree.h"

int main(int argc, char** argv) {
  SourceTree::Settings settings;
  SourceTree::Path dependencies;
  int files = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "-I" && i + 1 < argc) {
      settings.include_folders.emplace_back(argv[++i]);
    } else if (option == "--root" && i + 1 < argc) {
      settings.roots.emplace_back(argv[++i]);
    } else if (option == "--dependencies" && i + 1 < argc) {
      dependencies = argv[++i];
    } else {
      (files++ == 0 ? settings.source : settings.output) = option;
    }
  }
  if (files != 2) {
    std::cerr << "usage: cpu_rewrite INPUT OUTPUT [-I FOLDER]... [--root FOLDER]... "
                 "[--dependencies FILE]\n";
    return 2;
  }
  try {
    const SourceTree tree(settings);
    const std::string errors = tree.errors();
    std::cerr << errors;
    if (!errors.empty()) return 1;
    tree.write();
    if (!dependencies.empty()) tree.write_dependencies(dependencies);
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 1;
  }
  return 0;
}
