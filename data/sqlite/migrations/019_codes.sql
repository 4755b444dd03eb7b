-- Wrong codes are counted by who tries them, and void no invitation.

-- +goose Up
ALTER TABLE invitations DROP COLUMN wrong;
