"""Reads a request whole, and writes an answer of its own, both of which begin with the call's number. Arguments: their sizes."""
import sys

LINE_BYTES = 64
NUMBER_BYTES = 8

request_bytes, answer_bytes = int(sys.argv[1]), int(sys.argv[2])
request = sys.stdin.buffer.read(request_bytes)
if len(request) != request_bytes:
    sys.exit(4)
if request_bytes == answer_bytes:
    answer = bytearray(request)
else:
    answer = bytearray(answer_bytes)
    number = request[: min(answer_bytes, NUMBER_BYTES)]
    for line in range(0, answer_bytes - len(number) + 1, LINE_BYTES):
        answer[line : line + len(number)] = number
sys.stdout.buffer.write(answer)
