"""Everything that touches a wire, each real device beside its fake, and one suite of tests over both.

    camera:  picamera | webcam -> holding (exposure stays) -> watched (own thread, told when it fails) -> frames
             recordings (a folder) | virtual_table (drawn) -> the same frames
    lamps:   scene -> stepping (rhythm, own thread) -> lights (pins) | strip (SPI)
    hands:   controls (button, buzzer) <- pins (gpiozero, all of them or none); muting silences the buzzer
    broker:  one door to MQTT, beside its fake

`recorder`, `jpeg_frames`, `telling_frames`, `archive` and `description` keep an evening's frames in a folder. Each of
gpiozero, picamera2, spidev and paho is imported in one place, when it is needed. A device that fails raises its own
CompanionError, which says what to do; none may hold up the frame loop.
"""
