// Calls a service with the clients that ogen makes, and prints what it read as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"

	"business-cloud-foreign-ogen/admin"
	"business-cloud-foreign-ogen/customer"
)

const application = "foreign-ogen"

func main() {
	ctx := context.Background()
	service := os.Getenv("SERVICE_URL")

	authentication := made(admin.NewClient(service, developer{}))
	login := answer[*admin.AuthenticateOK](authentication.Authenticate(ctx,
		&admin.Credentials{UserName: os.Getenv("SERVICE_USER_NAME"), Password: os.Getenv("SERVICE_PASSWORD")},
		admin.AuthenticateParams{Version: admin.VersionV3, XServiceApplicationId: application}))

	client := made(customer.NewClient(service, user{token: login.XToken}))
	companies := answer[*customer.ListAziendaOKHeaders](client.ListAzienda(ctx,
		customer.ListAziendaParams{Version: customer.VersionV3, XServiceApplicationId: application}))
	company := companies.Response[0].ID

	created := answer[*customer.AnagraficaHeaders](client.CreateAnagrafica(ctx, &customer.AnagraficaInput{Nome: "Bianchi"},
		customer.CreateAnagraficaParams{Version: customer.VersionV3, CompanyId: company, XServiceApplicationId: application,
			IdempotencyKey: customer.NewOptString("foreign-ogen-1")}))
	read := answer[*customer.Anagrafica](client.GetAnagrafica(ctx, customer.GetAnagraficaParams{
		Version: customer.VersionV3, CompanyId: company, AnagraficaId: created.Response.ID, XServiceApplicationId: application}))

	wanted := customer.WebhookInput{URL: customer.WebhookUrl(*made(url.Parse("https://receiver.example/events"))), Events: customer.WebhookEvents{"Anagrafica.Create"}}
	wanted.AziendaId.SetToNull()
	registered := answer[*customer.WebhookCreatedHeaders](client.CreateWebhook(ctx, &wanted,
		customer.CreateWebhookParams{Version: customer.VersionV3, XServiceApplicationId: application}))
	webhook := answer[*customer.Webhook](client.GetWebhook(ctx,
		customer.GetWebhookParams{Version: customer.VersionV3, ID: registered.Response.ID, XServiceApplicationId: application}))

	made(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"company":   company,
		"nome":      read.Nome,
		"hasSecret": registered.Response.Secret != "",
		"aziendaId": orNull(webhook.AziendaId.Value, webhook.AziendaId.Null),
		"secret":    orNull(webhook.Secret.Value, webhook.Secret.Null),
	}))
}

// developer has what the Admin API asks for.
type developer struct{}

func (developer) ApiKey(context.Context, admin.OperationName) (admin.ApiKey, error) {
	return admin.ApiKey{APIKey: os.Getenv("SERVICE_API_KEY")}, nil
}

// user has what the Customer API asks for.
type user struct{ token string }

func (user) ApiKey(context.Context, customer.OperationName) (customer.ApiKey, error) {
	return customer.ApiKey{APIKey: os.Getenv("SERVICE_API_KEY")}, nil
}

func (user) LicenseKey(context.Context, customer.OperationName) (customer.LicenseKey, error) {
	return customer.LicenseKey{APIKey: os.Getenv("SERVICE_LICENSE_KEY")}, nil
}

func (u user) Bearer(context.Context, customer.OperationName) (customer.Bearer, error) {
	return customer.Bearer{Token: u.token}, nil
}

// answer takes the one answer that is expected of those that an operation has.
func answer[Expected any](response any, err error) Expected {
	expected, ok := made(response, err).(Expected)
	if !ok {
		made(0, fmt.Errorf("answered %T: %+v", response, response))
	}
	return expected
}

func made[Value any](value Value, err error) Value {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func orNull[Value any](value Value, null bool) any {
	if null {
		return nil
	}
	return value
}
