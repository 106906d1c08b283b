// What `kernel<<<grid, block, shared, stream>>>(arguments)` is rewritten to:
//   COURSE_CPU_KERNEL(kernel).with(::course::cpu::configure(grid, block, shared,
//   stream))(arguments)
#pragma once
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <cpu_backend/not_here.h>
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

}  // namespace course::cpu

cudaError_t cudaPeekAtLastError();

namespace course::cpu {

// Runs the kernel to its end. Errors are left for cudaGetLastError, as with a launch on a GPU.
void launch(const LaunchConfiguration& configuration, const Kernel& kernel);

template <class... Types>
struct TypeList {};
// Of a template whose arguments the call deduces.
struct UnknownTypes {};

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

template <class Result, class... Parameters>
TypeList<Parameters...> parameters_of(Result (*function)(Parameters...), TypeList<>);

inline LaunchConfiguration configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0,
                                     cudaStream_t stream = nullptr,
                                     SourceLine at = SourceLine::here()) {
  return {grid, block, dynamic_shared_bytes, stream, at};
}

template <class Named, class... Arguments>
void launch_with(const Named& kernel, const LaunchConfiguration& configuration,
                 std::tuple<Arguments...> arguments) {
  // Each GPU thread gets its own copy of the arguments: the kernel takes them by value.
  auto run_thread = [&] { std::apply(kernel.call, arguments); };
  const auto pointers = std::apply(
      [](const auto&... argument) {
        return std::array<const void*, sizeof...(Arguments)>{data_pointer(argument)...};
      },
      arguments);
  launch(configuration, {kernel.name, kernel.address(TypeList<Arguments...>{}),
                         [](void* run) { (*static_cast<decltype(run_thread)*>(run))(); },
                         &run_thread, pointers.data(), pointers.size()});
}

// What the parentheses with the arguments follow. With the kernel's own types, so that NULL and
// {1, 2} become what the kernel takes.
template <class Named, class Types>
struct ConfiguredKernel;
template <class Named, class... Parameters>
struct ConfiguredKernel<Named, TypeList<Parameters...>> {
  const Named& kernel;
  LaunchConfiguration configuration;
  void operator()(Parameters... arguments) const {
    launch_with(kernel, configuration, std::tuple<Parameters...>(std::move(arguments)...));
  }
};
template <class Named>
struct ConfiguredKernel<Named, UnknownTypes> {
  const Named& kernel;
  LaunchConfiguration configuration;
  template <class... Arguments>
  void operator()(Arguments&&... arguments) const {
    launch_with(kernel, configuration,
                std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...));
  }
};

template <class Call, class Address, class ParametersOf>
struct NamedKernel {
  Call call;                   // calls the kernel for one thread
  Address address;             // its address, given the types of the arguments
  ParametersOf parameters_of;  // the types of its parameters
  const char* name;

  auto with(const LaunchConfiguration& configuration) const {
    return ConfiguredKernel<NamedKernel, decltype(parameters_of(TypeList<>{}))>{*this,
                                                                                configuration};
  }
};
template <class Call, class Address, class ParametersOf>
NamedKernel(Call, Address, ParametersOf, const char*) -> NamedKernel<Call, Address, ParametersOf>;

template <class... Parameters, std::size_t... kPlaces>
cudaError_t launch_by_pointers(void (*kernel)(Parameters...),
                               const LaunchConfiguration& configuration, void** arguments,
                               std::index_sequence<kPlaces...>) {
  const auto call = [kernel](auto&... argument) { kernel(argument...); };
  const auto address = [kernel](auto) { return reinterpret_cast<const void*>(kernel); };
  launch_with(NamedKernel{call, address, 0, "of cudaLaunchKernel"}, configuration,
              std::tuple<Parameters...>(*static_cast<Parameters*>(arguments[kPlaces])...));
  return cudaPeekAtLastError();
}

}  // namespace course::cpu

// A launch by function: `arguments` points to one pointer for each parameter. The kernel has to be
// given as what it is; of one that was cast to void* nothing is known here.
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr,
                             course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::launch_by_pointers(
      kernel, course::cpu::configure(grid, block, dynamic_shared_bytes, stream, at), arguments,
      std::index_sequence_for<Parameters...>());
}
inline cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t = 0,
                                    cudaStream_t = nullptr) {
  return course::cpu::not_supported(
      "cudaLaunchKernel: a kernel that was cast to void* cannot be launched on the CPU backend; "
      "pass "
      "it without the cast");
}

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
        [&]<class CourseTypes>(CourseTypes course_types) {                                     \
          (void)course_types;                                                                  \
          if constexpr (requires { ::course::cpu::parameters_of(__VA_ARGS__, course_types); }) \
            return decltype(::course::cpu::parameters_of(__VA_ARGS__, course_types)){};        \
          else                                                                                 \
            return ::course::cpu::UnknownTypes{};                                              \
        },                                                                                     \
        #__VA_ARGS__                                                                           \
  }
