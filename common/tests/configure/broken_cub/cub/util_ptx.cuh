#pragma once
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
namespace cub {
struct Sum {};
}  // namespace cub
