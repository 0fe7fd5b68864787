module business-cloud/webhooks

go 1.21
