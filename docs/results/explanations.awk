# Turns what the lessons print under "why" into rows of h200-model.csv:
#   awk -f docs/results/explanations.awk OUTPUT
# Reads headings, to know the problem, and then the table. A table that it cannot read is an error:
# one line on stderr, exit status 1.

function fail(what) {
  printf "explanations.awk: line %d: %s: %s\n", NR, what, $0 >"/dev/stderr"
  exit 1
}

# 1,048,576 becomes 1048576.
function plain(number) {
  if (number !~ /^[0-9][0-9,]*(\.[0-9]+)?$/) fail("not a number")
  gsub(/,/, "", number)
  return number
}

function quoted(text) {
  if (text !~ /[,"]/) return text
  gsub(/"/, "\"\"", text)
  return "\"" text "\""
}

function new_problem() {
  n = type = bins = workload = ""
  in_table = 0
}

# The heading of an add names no type; its variants do.
function type_of(variant) {
  if (type != "") return type
  if (variant ~ /^f32/) return "float32"
  if (variant ~ /^f16/) return "float16"
  fail("neither f32 nor f16")
}

/^[0-9][0-9]_[a-z0-9_]+ on / {
  lesson = $1
  new_problem()
  next
}

/^[0-9,]+ [^ ]+ samples, .* bins, workload / {
  new_problem()
  if ($2 !~ /^(int32|uint16|uint8)$/) fail("an unknown type")
  n = plain($1)
  type = $2
  bins = plain($4)
  workload = $0
  sub(/^.* bins, workload /, "", workload)
  if (!sub(/, cache [^,]*$/, "", workload)) fail("a heading without a cache")
  next
}

/^[0-9,]+ elements[ ,]/ {
  new_problem()
  n = plain($1)
  next
}

/^[0-9,]+ samples are not letters / {
  type = "letters"
  next
}

/^why  +measured ms  +predicted  +ratio  +bound by$/ {
  if (lesson == "" || n == "") fail("a table without a heading")
  in_table = 1
  next
}

/^$/ {
  if (in_table) new_problem()  # the next table needs a heading of its own
  next
}

in_table {
  # Columns are two or more spaces apart; names and bounds hold single ones.
  if (split($0, cell, /  +/) != 5) fail("not a row of five cells")
  plain(cell[4])
  printf "%s,%s,%s,%s,%s,%s,%s,%s,%s\n", lesson, quoted(cell[1]), n, type_of(cell[1]), bins,
    quoted(workload), plain(cell[2]), plain(cell[3]), quoted(cell[5])
}
