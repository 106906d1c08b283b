#include "common/harness/run/variant.h"

#include "common/row/format.h"

namespace course {

Run run_variant(const Variant& variant, Data& data, const Device& device,
                const LaunchOptions& asked, const TimingPlan* plan, const CacheFlush* flush,
                bool once) {
  Run run;
  bool has_said = false;
  Workspace workspace(data.guarded_end());
  const AnyProblem problem = data.problem(device, workspace, asked, variant.on_host);
  // Where the work is neither shown nor compared, nobody has to walk through the samples for it.
  data.tell_queues(plan != nullptr || backend_counts_work());
  Trial trial;
  trial.clear = [&] {
    workspace.poison();
    data.clear(variant.on_host);
  };
  trial.launch = [&] {
    workspace.start_launch();
    const std::optional<Work> said = variant.launch(problem);
    if (!has_said) run.work = said;  // of the launch that is counted
    has_said = true;
  };
  trial.verify = [&] { return data.verify(variant.on_host); };
  trial.change_input = [&](bool changed) { data.change_input(changed); };
  trial.name = variant.name;
  trial.once = once;
  trial.on_host = variant.on_host;
  trial.repeatable = !data.label().bins;  // an add; counts go on from what is there
  trial.loses_updates = variant.loses_updates;
  trial.fails_on_purpose = variant.valid_only && data.has_invalid();

  run.outcome = run_trial(trial, plan, flush);
  run.workspace_bytes = workspace.bytes();
  if (run.outcome.status == Status::ok && run.outcome.counted && run.work) {
    run.outcome.note = disagreement(run.work->ledger, run.outcome.counted->ledger);
    const auto& memory = run.outcome.counted->memory;
    if (memory && run.work->manner.conflict_free &&
        memory->shared_atomics.wavefronts != memory->shared_atomics.requests) {
      run.outcome.note = "counted " + grouped(memory->shared_atomics.wavefronts) +
                         " wavefronts of " + grouped(memory->shared_atomics.requests) +
                         " shared atomics; the launch says there are no bank conflicts";
    }
    if (!run.outcome.note.empty()) run.outcome.status = Status::failed;
  }
  if (run.outcome.left_damage()) data.repair();
  return run;
}

std::optional<Work> work_without_running(const Variant& variant, const Preview& preview,
                                         const Device& device, const LaunchOptions& asked) {
  constexpr std::size_t kMostWorkspace = std::size_t{256} << 20;  // it is there only to be named
  const struct Skipped {
    Skipped() { skip_launches(true); }
    ~Skipped() { skip_launches(false); }
  } skipped;
  Workspace workspace(GuardedEnd::behind, kMostWorkspace);
  try {
    return variant.launch(preview.problem(device, workspace, asked));
  } catch (const NotApplicable&) {
    return std::nullopt;
  }
}

}  // namespace course
