package record

// StampDocument seals a record in whatever state it is.
var StampDocument = stamp
