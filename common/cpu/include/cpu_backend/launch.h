// What `kernel<<<grid, block, shared, stream>>>(arguments)` is rewritten to:
//   COURSE_CPU_KERNEL(kernel) ->* ::course::cpu::configure(grid, block, shared, stream)(arguments)
#pragma once
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <cpu_backend/runtime_types.h>
#include <cpu_backend/vectors.h>

namespace course::cpu {

struct LaunchConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t dynamic_shared_bytes = 0;
  cudaStream_t stream = nullptr;
  SourceLine at;
};

struct Kernel {
  const char* name;           // as the launch writes it
  const void* address;        // null if the launch leaves template arguments to be deduced
  void (*run_thread)(void*);  // runs one thread
  void* arguments;            // handed to run_thread
  // The arguments in order, null for those that are no pointers to data.
  const void* const* pointers;
  std::size_t pointer_count;
};

// Runs the kernel to its end. Errors are left for cudaGetLastError, as with a launch on a GPU.
void launch(const LaunchConfiguration& configuration, const Kernel& kernel);

template <class... Arguments>
struct TypeList {};

template <class Argument>
const void* data_pointer([[maybe_unused]] const Argument& argument) {
  if constexpr (std::is_pointer_v<Argument> &&
                !std::is_function_v<std::remove_pointer_t<Argument>>) {
    return const_cast<const void*>(static_cast<const volatile void*>(argument));
  } else {
    return nullptr;
  }
}

template <class Result, class... Parameters, class Arguments>
const void* address_of(Result (*function)(Parameters...), Arguments) {
  return reinterpret_cast<const void*>(function);
}

template <class Call, class Address>
struct NamedKernel {
  Call call;        // calls the kernel for one thread
  Address address;  // its address, given the types of the arguments
  const char* name;
};
template <class Call, class Address>
NamedKernel(Call, Address, const char*) -> NamedKernel<Call, Address>;

template <class... Arguments>
struct BoundLaunch {
  LaunchConfiguration configuration;
  std::tuple<Arguments...> arguments;
};

struct ConfiguredLaunch {
  LaunchConfiguration configuration;
  template <class... Arguments>
  BoundLaunch<std::decay_t<Arguments>...> operator()(Arguments&&... arguments) const {
    return {configuration, {std::forward<Arguments>(arguments)...}};
  }
};

inline ConfiguredLaunch configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0,
                                  cudaStream_t stream = nullptr,
                                  SourceLine at = SourceLine::here()) {
  return {{grid, block, dynamic_shared_bytes, stream, at}};
}

template <class Call, class Address, class... Arguments>
void operator->*(NamedKernel<Call, Address> kernel, BoundLaunch<Arguments...> bound) {
  // Each GPU thread gets its own copy of the arguments: the kernel takes them by value.
  auto run_thread = [&] { std::apply(kernel.call, bound.arguments); };
  const auto pointers = std::apply(
      [](const auto&... argument) {
        return std::array<const void*, sizeof...(Arguments)>{data_pointer(argument)...};
      },
      bound.arguments);
  launch(bound.configuration, {kernel.name, kernel.address(TypeList<Arguments...>{}),
                               [](void* run) { (*static_cast<decltype(run_thread)*>(run))(); },
                               &run_thread, pointers.data(), pointers.size()});
}

}  // namespace course::cpu

// The name may be a function, an explicit instance, a function pointer or a template whose
// arguments the call deduces; only in the last case the address may stay unknown. This text stands
// in the learner's code, where A may be a macro or a template parameter, so its own names begin
// with course.
#define COURSE_CPU_KERNEL(...)                                                                 \
  ::course::cpu::NamedKernel {                                                                 \
    [&](auto&... course_arguments) { __VA_ARGS__(course_arguments...); },                      \
        [&]<class... CourseTypes>(                                                             \
            ::course::cpu::TypeList<CourseTypes...> course_types) -> const void* {             \
          (void)course_types;                                                                  \
          if constexpr (requires { ::course::cpu::address_of(__VA_ARGS__, course_types); })    \
            return ::course::cpu::address_of(__VA_ARGS__, course_types);                       \
          else if constexpr (requires { static_cast<void (*)(CourseTypes...)>(__VA_ARGS__); }) \
            return reinterpret_cast<const void*>(                                              \
                static_cast<void (*)(CourseTypes...)>(__VA_ARGS__));                           \
          else                                                                                 \
            return nullptr;                                                                    \
        },                                                                                     \
        #__VA_ARGS__                                                                           \
  }
