// See ptx_begin.h.
#undef asm
#undef volatile
