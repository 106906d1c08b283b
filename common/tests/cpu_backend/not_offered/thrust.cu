// Must not compile, and the message must name what is missing.
#include <thrust/device_vector.h>
#include <thrust/sort.h>
