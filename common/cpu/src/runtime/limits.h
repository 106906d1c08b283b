// What the modelled device is: an H200, so that the work counted here is the work of its launches.
#pragma once

namespace course::cpu::limits {

constexpr int block_threads = 1024;  // also of a block's x and y
constexpr int block_z = 64;
constexpr int grid_x = 2147483647;
constexpr int grid_yz = 65535;
constexpr int shared_bytes = 48 * 1024;          // static and dynamic, of a block
constexpr int shared_bytes_opt_in = 227 * 1024;  // after cudaFuncSetAttribute
constexpr int reserved_shared_bytes = 1024;      // of every block, for the system
constexpr int multiprocessors = 132;
constexpr int most_multiprocessors = 1024;  // that COURSE_CPU_MULTIPROCESSORS may ask for
constexpr int multiprocessor_shared_bytes = 228 * 1024;
constexpr int multiprocessor_threads = 2048;
constexpr int multiprocessor_blocks = 32;
constexpr int registers = 65536;
constexpr int capability_major = 9;

}  // namespace course::cpu::limits
