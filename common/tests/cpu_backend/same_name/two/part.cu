// One of two files with one name in a program; see same_name_test.cu.
namespace two {

__global__ void write(int* out) { *out = 2; }
void launch(int* out) { write<<<1, 1>>>(out); }

}  // namespace two
