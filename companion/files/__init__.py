"""Files: nothing half written, and nothing believed only because it lies on a disk.

Whatever the house writes comes through `atomic`: it is built beside its place and renamed into it, so that a power cut
leaves the old file or the new one. Whatever it reads that may come from elsewhere (a profile, a recording, settings, a
truth to score against) comes through `untrusted`, which knows limits of size, depth and number and says what is wrong
in which file. `checked_json` asks one JSON object value by value, so that a complaint names file, place and field.
A `lock` keeps a file for one program.

    bytes on disk -> untrusted -> plain values -> checked_json -> frozen dataclasses
    results -> atomic -> bytes on disk

Errors are CompanionError with the file, what is wrong with it, and what to do.
"""
