"""Calls a service with the clients that openapi-generator makes for Python, and prints what it read as JSON."""

import json
import os

import admin_client
import customer_client
from admin_client.models.credentials import Credentials
from customer_client.models.anagrafica_input import AnagraficaInput
from customer_client.models.webhook_input import WebhookInput

VERSION = "v3"
url = os.environ["SERVICE_URL"]
application = {"x_service_application_id": "foreign-python"}

credentials = Credentials(UserName=os.environ["SERVICE_USER_NAME"], Password=os.environ["SERVICE_PASSWORD"])
admin = admin_client.Configuration(host=url, api_key={"apiKey": os.environ["SERVICE_API_KEY"]})
with admin_client.ApiClient(admin) as api:
    login = admin_client.AuthenticateApi(api).authenticate_with_http_info(VERSION, credentials=credentials, **application)

keys = {"apiKey": os.environ["SERVICE_API_KEY"], "licenseKey": os.environ["SERVICE_LICENSE_KEY"]}
# This client hands out headers by the names as they came, in any case.
token = {name.lower(): value for name, value in login.headers.items()}["x-token"]
customer = customer_client.Configuration(host=url, api_key=keys, access_token=token)
with customer_client.ApiClient(customer) as api:
    contacts, webhooks = customer_client.AnagraficaApi(api), customer_client.WebhookApi(api)
    company = customer_client.AziendaApi(api).list_azienda(VERSION, **application)[0].id
    created = contacts.create_anagrafica(
        VERSION, company, anagrafica_input=AnagraficaInput(nome="Bianchi"), idempotency_key="foreign-python-2", **application
    )
    read = contacts.get_anagrafica(VERSION, company, created.id, **application)
    wanted = WebhookInput(AziendaId=None, Url="https://receiver.example/events", Events=["Anagrafica.Create"])
    registered = webhooks.create_webhook(VERSION, webhook_input=wanted, **application)
    webhook = webhooks.get_webhook(VERSION, registered.id, **application)

print(
    json.dumps(
        {
            "company": company,
            "nome": read.nome,
            "hasSecret": registered.secret != "",
            "aziendaId": webhook.azienda_id,
            "secret": webhook.secret,
        }
    )
)
