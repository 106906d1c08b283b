// Must not compile, and the message must name what is missing.
#include <curand_kernel.h>
