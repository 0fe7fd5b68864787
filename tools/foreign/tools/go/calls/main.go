// Calls a service with the clients that oapi-codegen makes, and prints what it read as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"business-cloud-foreign/admin"
	"business-cloud-foreign/customer"
)

const application = "foreign-go"

func main() {
	ctx := context.Background()
	url := os.Getenv("SERVICE_URL")

	authentication, err := admin.NewClientWithResponses(url, admin.WithRequestEditorFn(headers(map[string]string{
		"X-Service-ApiKey": os.Getenv("SERVICE_API_KEY"),
	})))
	check(err)
	login, err := authentication.AuthenticateWithResponse(ctx, admin.V3, &admin.AuthenticateParams{XServiceApplicationId: application},
		admin.Credentials{UserName: os.Getenv("SERVICE_USER_NAME"), Password: os.Getenv("SERVICE_PASSWORD")})
	check(err)
	expect(http.StatusOK, login.HTTPResponse, login.Body)

	client, err := customer.NewClientWithResponses(url, customer.WithRequestEditorFn(headers(map[string]string{
		"Authorization":        "Bearer " + login.HTTPResponse.Header.Get("X-Token"),
		"X-Service-ApiKey":     os.Getenv("SERVICE_API_KEY"),
		"X-Service-LicenseKey": os.Getenv("SERVICE_LICENSE_KEY"),
	})))
	check(err)

	companies, err := client.ListAziendaWithResponse(ctx, customer.V3, &customer.ListAziendaParams{XServiceApplicationId: application})
	check(err)
	expect(http.StatusOK, companies.HTTPResponse, companies.Body)
	company := (*companies.JSON200)[0].Id

	key := customer.IdempotencyKey("foreign-go-1")
	created, err := client.CreateAnagraficaWithResponse(ctx, customer.V3, company,
		&customer.CreateAnagraficaParams{XServiceApplicationId: application, IdempotencyKey: &key}, customer.AnagraficaInput{Nome: "Bianchi"})
	check(err)
	expect(http.StatusCreated, created.HTTPResponse, created.Body)

	read, err := client.GetAnagraficaWithResponse(ctx, customer.V3, company, created.JSON201.Id,
		&customer.GetAnagraficaParams{XServiceApplicationId: application})
	check(err)
	expect(http.StatusOK, read.HTTPResponse, read.Body)

	registered, err := client.CreateWebhookWithResponse(ctx, customer.V3, &customer.CreateWebhookParams{XServiceApplicationId: application},
		customer.WebhookInput{Url: "https://receiver.example/events", Events: []customer.EventType{"Anagrafica.Create"}})
	check(err)
	expect(http.StatusCreated, registered.HTTPResponse, registered.Body)

	webhook, err := client.GetWebhookWithResponse(ctx, customer.V3, registered.JSON201.Id, &customer.GetWebhookParams{XServiceApplicationId: application})
	check(err)
	expect(http.StatusOK, webhook.HTTPResponse, webhook.Body)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"company":   company,
		"nome":      read.JSON200.Nome,
		"hasSecret": registered.JSON201.Secret != "",
		"aziendaId": webhook.JSON200.AziendaId,
		"secret":    webhook.JSON200.Secret,
	}))
}

func headers(values map[string]string) func(context.Context, *http.Request) error {
	return func(_ context.Context, request *http.Request) error {
		for name, value := range values {
			request.Header.Set(name, value)
		}
		return nil
	}
}

func expect(status int, response *http.Response, body []byte) {
	if response.StatusCode != status {
		check(fmt.Errorf("%s %s answered %d, not %d: %s", response.Request.Method, response.Request.URL.Path, response.StatusCode, status, body))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
