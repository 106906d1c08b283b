#include "common/harness/run/histogram_check.h"

#include <memory>

#include "common/harness/run/histogram_cases.h"
#include "common/harness/trial/trial.h"

namespace course {
namespace {

// Where work is counted, a formula that predicts something else is a failure too.
std::string problem_of(const Outcome& outcome, const HistogramVariant& variant,
                       const HistogramFacts& facts) {
  if (outcome.status == Status::failed) return outcome.note;
  if (outcome.status != Status::ok || !outcome.counted || !variant.ledger) return "";
  return disagreement(variant.ledger(facts), outcome.counted->ledger);
}

void run_cases(const Device& device, const HistogramVariant& variant,
               const std::vector<HistogramCase>& cases, CheckTally* tally) {
  Device one = device;
  one.multiprocessors = 1;
  for (const HistogramCase& c : cases) {
    const Device& used = c.one_multiprocessor ? one : device;
    const std::unique_ptr<HistogramData> data = make_histogram_data(c.spec);
    Workspace workspace(c.spec.layout.guarded_end());
    const AnyHistogramProblem problem = data->problem(used, workspace, c.launch, variant.on_host);
    Trial trial = trial_of(variant, problem, *data, workspace);
    trial.once = c.once;
    const Outcome outcome = run_trial(trial, nullptr, nullptr);
    const HistogramFacts facts = facts_of(*data, c.spec, c.launch, used);
    tally->add(describe(c), outcome, problem_of(outcome, variant, facts), demand_of(c));
  }
}

}  // namespace

CheckTally check_histogram(const Device& device, const HistogramVariant& variant) {
  const bool is_special = variant.on_host || variant.loses_updates || variant.valid_only;
  CheckTally tally(variant.name, is_special ? Proof::partial : Proof::full);
  run_cases(device, variant, histogram_cases(device), &tally);
  if (tally.wrong() == 0) run_cases(device, variant, large_histogram_cases(), &tally);
  return tally;
}

}  // namespace course
