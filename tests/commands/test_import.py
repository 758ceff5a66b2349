"""``titan import``: whose save is it?"""

from running import titan


def test_a_file_without_its_program_is_told_how_to_name_it() -> None:
    done = titan("import", "game.save")
    assert done.code == 2
    told = "titan: whose save is game.save? Write titan import slugathon FILE or titan import colossus FILE\n"
    assert done.err == told
