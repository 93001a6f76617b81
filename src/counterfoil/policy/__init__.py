"""What is owed: arithmetic on the record and on settings; nothing here may read text."""
