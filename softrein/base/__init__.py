"""What every face stands on: colours and words, progress, files that appear only when they are whole."""
