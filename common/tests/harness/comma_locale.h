// For tests: makes ',' the decimal point and '.' the separator of thousands, as in German or French
// programs, while an object of this type lives.
#pragma once

#include <clocale>
#include <locale>
#include <string>

namespace course_tests {

class CommaLocale {
 public:
  CommaLocale()
      : before_(std::locale::global(std::locale(std::locale::classic(), new CommaNumbers))),
        c_before_(std::setlocale(LC_ALL, nullptr)) {
    std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed; printf follows this one
  }
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_before_.c_str());
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  struct CommaNumbers : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };

  std::locale before_;
  std::string c_before_;
};

}  // namespace course_tests
