"""Calls a service with the clients that openapi-python-client makes, and prints what it read as JSON."""

import json
import os

from admin_client import Client
from admin_client.api.authenticate import authenticate
from admin_client.models.credentials import Credentials
from customer_client import AuthenticatedClient
from customer_client.api.anagrafica import create_anagrafica, get_anagrafica
from customer_client.api.azienda import list_azienda
from customer_client.api.webhook import create_webhook, get_webhook
from customer_client.models.anagrafica_input import AnagraficaInput
from customer_client.models.webhook_input import WebhookInput

VERSION = "v3"
url, api_key = os.environ["SERVICE_URL"], os.environ["SERVICE_API_KEY"]
application = {"x_service_application_id": "foreign-python"}

login = authenticate.sync_detailed(
    VERSION,
    client=Client(base_url=url, headers={"X-Service-ApiKey": api_key}),
    body=Credentials(user_name=os.environ["SERVICE_USER_NAME"], password=os.environ["SERVICE_PASSWORD"]),
    **application,
)
assert login.status_code == 200, login

client = AuthenticatedClient(
    base_url=url,
    token=login.headers["X-Token"],
    headers={"X-Service-ApiKey": api_key, "X-Service-LicenseKey": os.environ["SERVICE_LICENSE_KEY"]},
)
company = list_azienda.sync(VERSION, client=client, **application)[0].id
created = create_anagrafica.sync(
    VERSION, company, client=client, body=AnagraficaInput(nome="Bianchi"), idempotency_key="foreign-python-1", **application
)
read = get_anagrafica.sync(VERSION, company, created.id, client=client, **application)
registered = create_webhook.sync(
    VERSION,
    client=client,
    body=WebhookInput(azienda_id=None, url="https://receiver.example/events", events=["Anagrafica.Create"]),
    **application,
)
webhook = get_webhook.sync(VERSION, registered.id, client=client, **application)

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
