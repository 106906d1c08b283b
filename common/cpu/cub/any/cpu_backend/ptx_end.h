// See ptx_begin.h.
#undef asm
#undef volatile
#undef COURSE_CPU_PTX
