// How well the model predicts: a table made from what the lessons print under "why".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/compare/records.h"
#include "common/compare/table.h"

namespace course::compare {

/// The header of a model file; docs/results/explanations.awk writes the rows.
extern const char* const kModelHeader;

/// One prediction beside the time that was measured.
struct Prediction {
  std::string lesson;
  std::string variant;
  std::uint64_t n = 0;
  std::string type;                   // a sample type, "letters", or the element type of an add
  std::optional<std::uint64_t> bins;  // empty for the adds
  std::string workload;               // empty for the adds
  double measured_ms = 0;
  double predicted_ms = 0;

  /// How far off the prediction is, whichever way: at least 1.
  double factor() const;
};

struct ModelFile {
  std::string path;
  std::vector<std::string> provenance;  // the comment lines, without their '#'
  std::vector<Prediction> predictions;  // at least one; the newest of a repeated problem only
};

/// Reads a model file; throws InputError for anything that is not one, or is half of one.
ModelFile read_model(const std::string& path);

/// The same for text already in memory; `path` is used in messages only.
ModelFile parse_model(const std::string& text, const std::string& path);

/// One row per group of predictions that has any, and one for all of them.
Table make_model_table(const ModelFile& file);

}  // namespace course::compare
