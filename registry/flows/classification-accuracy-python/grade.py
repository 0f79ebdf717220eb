from promptflow.core import tool


@tool
def grade(groundtruth: str, prediction: str) -> str:
    return "Correct" if groundtruth.lower() == prediction.lower() else "Incorrect"
