# The mutants, chapter by chapter; see AddMutant.cmake.

add_mutant(07_invalid_bin_in_8_bits
  LESSON 07_cub
  FIND "ItemFor257Bins<unsigned short>"
  REPLACE "ItemFor257Bins<unsigned char>"
  MISTAKE "the invalid bin 256 is stored in 8 bits, where it wraps to bin 0"
  CAUGHT_BY compiler
  MESSAGE "257 bins need an item type wider than 8 bits")
