"""Learns the taggers of the CoQAS paper: BiLSTM, BiLSTM-CRF, BERT-type and RoBERTa encoders."""
