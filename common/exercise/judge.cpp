#include "common/exercise/judge.h"

#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

#include "common/exercise/judged_case.h"
#include "common/exercise/log_words.h"
#include "common/row/format.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

CaseVerdict failed_by(Failure failure, std::string message) {
  CaseVerdict verdict;
  verdict.failure = failure;
  verdict.message = std::move(message);
  return verdict;
}

CaseVerdict ended(const Reply& reply) {
  const std::string race = race_in(reply.log);
  if (!race.empty()) return failed_by(Failure::race, race);
  const std::string finding = finding_in(reply.log);
  const std::string rest = finding.empty() ? "" : ": " + finding;
  if (WIFSIGNALED(reply.status) && WTERMSIG(reply.status) == SIGXFSZ) {
    return failed_by(Failure::crash, "printed or wrote more than 256 MiB; it was ended");
  }
  if (WIFSIGNALED(reply.status)) {
    return failed_by(Failure::crash,
                     std::string("crashed (") + strsignal(WTERMSIG(reply.status)) + ")" + rest);
  }
  return failed_by(Failure::crash, "ended the whole program, with status " +
                                       std::to_string(WEXITSTATUS(reply.status)) +
                                       ", before there was a result" + rest);
}

CaseVerdict verdict_of(const ExerciseProof& proof, const ExerciseCase& c, const JudgedCase& judged,
                       const Reply& reply, const JudgeOptions& options) {
  switch (reply.kind) {
    case Reply::Kind::answered:
      break;
    case Reply::Kind::out_of_time:
      return failed_by(Failure::time,
                       "no result after " + decimals(reply.limit_seconds, 0) + " s; it was ended");
    case Reply::Kind::out_of_memory:
      return failed_by(Failure::memory, "took more than 4 GiB of memory; it was ended");
    case Reply::Kind::ended:
    case Reply::Kind::no_device:
      return ended(reply);
  }
  const std::string said = reply.answer.message;
  CaseVerdict verdict;
  switch (reply.answer.state) {
    case AnswerState::ran:
      break;
    case AnswerState::not_applicable:
      if (c.may_be_refused) {
        verdict.refused = true;
        return verdict;
      }
      return failed_by(Failure::bins, "refused (" + said + "), and this case must run");
    case AnswerState::failed:
    case AnswerState::endless: {
      const std::string finding = finding_in(reply.log);
      const bool is_endless = reply.answer.state == AnswerState::endless;
      return failed_by(is_endless ? Failure::time : Failure::results,
                       finding.empty() ? said : finding);
    }
    default:
      return failed_by(Failure::results, "there is no result");
  }
  verdict.message = judged.fault_of_result(reply.output);
  if (!verdict.message.empty()) {
    verdict.failure = Failure::results;
    return verdict;
  }
  verdict.message =
      judged.fault_of_work(proof, reply.answer, options.counts_atomics, options.counts_accesses);
  if (!verdict.message.empty()) verdict.failure = Failure::work;
  return verdict;
}

int largest_number(const std::vector<ExerciseCase>& cases) {
  int largest = 0;
  for (const ExerciseCase& c : cases) largest = std::max(largest, c.number);
  return largest;
}

}  // namespace

const char* name_of(Failure failure) {
  static const char* const kNames[] = {"none", "build", "results", "work", "bins",
                                       "race", "crash", "memory",  "time"};
  return kNames[static_cast<int>(failure)];
}

Judgement judge(const ExerciseProof& proof, const WorkerCommand& command,
                const JudgeOptions& options) {
  WorkerProcess worker(command);
  return judge(
      proof, [&](const Task& task, const auto& input) { return worker.ask(task, input); }, options);
}

Judgement judge(const ExerciseProof& proof, const Ask& ask, const JudgeOptions& options) {
  using Clock = std::chrono::steady_clock;
  constexpr int kMostEnded = 3;  // each costs seconds
  const auto end = Clock::now() + std::chrono::duration<double>(options.most_seconds);
  const std::vector<ExerciseCase> cases = exercise_cases(proof, options.seed, options.depth);
  const int last = largest_number(cases);
  if (options.only && options.depth == Depth::full && *options.only > last) {
    throw UsageError("--case: there are cases 1 to " + std::to_string(last));
  }
  Judgement judgement;
  int times_ended = 0, times_broken = 0;
  for (const ExerciseCase& c : cases) {
    if (options.only && c.number != *options.only) continue;
    CaseVerdict verdict;
    if (times_broken >= options.most_broken || (options.stops_after_ended && times_ended > 0)) {
      judgement.was_cut_short = true;
      break;
    }
    if (times_ended >= kMostEnded || Clock::now() > end) {
      verdict = failed_by(Failure::time, "not run: there was no time left for more of this");
    } else {
      const bool once = c.add ? c.add->once : c.what.once;
      const unsigned rounds = once ? 1 : 2;
      for (unsigned round = 0; round < rounds && verdict.failure == Failure::none; ++round) {
        const JudgedCase judged(c, round);
        const Reply reply = ask(judged.task(), judged.input());
        if (reply.kind == Reply::Kind::no_device) {
          judgement.no_device = true;
          return judgement;
        }
        verdict = verdict_of(proof, c, judged, reply, options);
        judgement.work += reply.answer.work;
        if (round > 0 && verdict.failure != Failure::none) {
          verdict.message = "in a second run, on other samples: " + verdict.message;
        }
      }
      times_broken += verdict.failure == Failure::race || verdict.failure == Failure::crash;
      times_ended += verdict.failure == Failure::time || verdict.failure == Failure::memory;
    }
    judgement.refused += verdict.refused;
    judgement.passed += !verdict.refused && verdict.failure == Failure::none;
    if (verdict.failure == Failure::none) continue;
    const std::string message =
        "case " + std::to_string(c.number) + " (" + describe(c) + "): " + verdict.message;
    if (judgement.failed++ == 0) judgement.first_message = message;
    judgement.failures.insert(verdict.failure);
    options.on_failure(message);
  }
  return judgement;
}

bool passed(const ExerciseProof& proof, const Judgement& judgement, const JudgeOptions& options) {
  const int least = options.only ? 1 : proof.least_cases;
  return judgement.failed == 0 && judgement.passed >= least && judgement.passed > 0;
}

}  // namespace course
