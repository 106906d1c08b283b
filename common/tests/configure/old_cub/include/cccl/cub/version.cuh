// A CUB that does not compile: it must not hide one that does.
#define CUB_VERSION 109909
