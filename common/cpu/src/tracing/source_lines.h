// Which line of the learner's source an instruction of the running program comes from.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace course::cpu {

struct SourcePlace {
  std::string file;  // without its folder; empty if it is not known
  int line = 0;
};

class SourceLines {
 public:
  // `pcs` are return addresses in the program's file, from its start. Asks the program addr2line.
  explicit SourceLines(std::vector<std::uint32_t> pcs);
  SourcePlace at(std::uint32_t pc) const;

 private:
  std::map<std::uint32_t, SourcePlace> places_;
};

}  // namespace course::cpu
