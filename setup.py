"""Puts the page and the sample corpus, which stand beside the packages in a checkout, into the wheel."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = {"web": "engine/shipped/web", "data/sample": "engine/shipped/sample"}
"""Folder of the checkout → its place in the wheel, where ``engine.resources`` looks."""


class Build(build_py):
    """Copies the folders after the packages."""

    def run(self) -> None:
        """Build."""
        super().run()
        if not self.editable_mode:
            for source, place in FOLDERS.items():
                self.copy_tree(source, str(Path(self.build_lib, place)))


setup(cmdclass={"build_py": Build})
