module receiver

go 1.22

require business-cloud/webhooks v0.0.0

replace business-cloud/webhooks => ../../../../specs/examples/verify/go
