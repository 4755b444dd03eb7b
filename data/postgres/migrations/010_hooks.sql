-- Who has a webhook.

-- +goose Up
CREATE INDEX hooked ON settings (player) WHERE body ->> 'webhook' IS NOT NULL;
