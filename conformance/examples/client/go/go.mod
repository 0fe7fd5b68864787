module client

go 1.22
