// A CUB that compiles with the CPU backend's shims and counts nothing: it must be refused.
#pragma once
#define CUB_VERSION 200001
